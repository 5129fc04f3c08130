import { shareEndpoints, type SharedQuery } from '@sightline/contract'
import { randomInt } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { route, type Route } from '../../http/route.ts'
import { keepValue, keyFor, readValue } from '../../key-values/key-values.ts'
import { idOf } from '../../rest/ids.ts'

const notFound = () => new Refusal(404, 'Not found')

export const routes: readonly Route[] = [
  route(shareEndpoints.createPermalink, async (deps, { body, caller, request }) => {
    const value = JSON.stringify(body)
    // The same query shared again by the same person is the same link.
    const key = keyFor(deps, ['sqllab_permalink', caller.id, value])
    await keepValue(deps, { resource: 'sqllab_permalink', key, value, userId: caller.id })
    return { key, url: `${request.protocol}://${request.host}/sqllab/p/${key}/` }
  }),
  route(shareEndpoints.readPermalink, async (deps, { params }) => {
    const value = await readValue(deps, 'sqllab_permalink', params.key)
    if (value === undefined) throw notFound()
    // What comes with a link is read before it is run.
    return { ...(JSON.parse(value) as SharedQuery), autorun: false }
  }),
  route(shareEndpoints.storeText, async (deps, { body }) => {
    if (!deps.config.featureFlags.KV_STORE) throw notFound()
    if (body.data === undefined || body.data.includes('\u0000')) throw Refusal.raw(400, { error: 'data is missing or cannot be stored.' })
    return { id: await storeText(deps, body.data) }
  }),
  route(shareEndpoints.readText, async (deps, { params, reply }) => {
    if (!deps.config.featureFlags.KV_STORE) throw notFound()
    const row = await deps.db.selectFrom('key_value_texts').select('value').where('id', '=', idOf(params.id)).executeTakeFirst()
    if (!row) return reply.code(404).type('text/plain; charset=utf-8').send('')
    return reply.type('text/plain; charset=utf-8').header('x-content-type-options', 'nosniff').send(row.value)
  }),
]

/** Ids in a row would let anybody read through what others shared; these are far apart. */
async function storeText({ db }: Deps, value: string): Promise<number> {
  for (;;) {
    const id = randomInt(2 ** 20, 2 ** 31 - 1)
    const made = await db
      .insertInto('key_value_texts')
      .values({ id: id as never, value })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) return made.id
  }
}
