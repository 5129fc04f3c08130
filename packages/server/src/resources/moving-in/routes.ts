import { movingInEndpoints as e } from '@sightline/contract'
import { Refusal } from '../../http/problem.ts'
import { route, type Route } from '../../http/route.ts'
import { beginMove } from '../../moving-in/begin-move.ts'
import { moveEndings } from '../../moving-in/move-desk.ts'
import { readMoveForm } from '../../moving-in/move-form.ts'
import { forgetMove, listMoves, moveOf, mustFindMove, noteEnd, reportOf } from '../../moving-in/moves.ts'

export const routes: readonly Route[] = [
  route(e.list, async (deps, { caller }) => {
    const result = await listMoves(deps, caller)
    return { count: result.length, result: [...result] }
  }),
  route(e.start, async (deps, { caller, body }) => {
    const row = await beginMove(deps, caller, readMoveForm(body))
    return { id: row.id, result: moveOf(deps, row) }
  }),
  route(e.get, async (deps, { caller, params }) => {
    const row = await mustFindMove(deps, caller, params.id)
    return { id: row.id, result: { ...moveOf(deps, row), report: reportOf(row) } }
  }),
  route(e.stop, async (deps, { caller, params, query }) => {
    const row = await mustFindMove(deps, caller, params.id)
    if (row.status === 'running') {
      const live = deps.moves.find(row.run)
      // The row decides: what was stopped in it can no longer be written, whichever process runs the move.
      const isStopped = await noteEnd(deps, row.id, 'stopped', null)
      live?.controller.abort(moveEndings.stopped)
      await live?.done
      if (isStopped) return { message: 'OK' }
    }
    if (query.if === 'running') throw new Refusal(409, 'The move has ended already.')
    await forgetMove(deps, row.id)
    return { message: 'OK' }
  }),
]
