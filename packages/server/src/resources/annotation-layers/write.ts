import type { AnnotationLayerPost, AnnotationLayerPut, AnnotationPost, AnnotationPut } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { momentOf } from '../../moment.ts'
import { changedNow, createdNow, only } from '../../rest/audit.ts'
import { orDuplicate } from '../../rest/duplicates.ts'

const nameTaken = () => new Refusal(422, { name: ['Name must be unique'] })

export async function createLayer(deps: Deps, caller: Caller, body: AnnotationLayerPost): Promise<unknown> {
  const { id } = await orDuplicate(
    deps.db
      .insertInto('annotation_layers')
      .values({ name: body.name, descr: body.descr ?? null, ...createdNow(deps, caller) })
      .returning('id')
      .executeTakeFirstOrThrow(),
    nameTaken(),
  )
  return { id, result: body }
}

export async function updateLayer(deps: Deps, caller: Caller, id: number, body: AnnotationLayerPut): Promise<unknown> {
  const { numUpdatedRows } = await orDuplicate(
    deps.db
      .updateTable('annotation_layers')
      .set({ ...only(body, ['name', 'descr']), ...changedNow(deps, caller) })
      .where('id', '=', id)
      .executeTakeFirst(),
    nameTaken(),
  )
  if (Number(numUpdatedRows) === 0) throw new Refusal(404, 'Not found')
  return { id, result: { ...body, layer: id } }
}

export async function mustHaveLayer({ db }: Deps, id: number): Promise<void> {
  if (!(await db.selectFrom('annotation_layers').select('id').where('id', '=', id).executeTakeFirst())) throw new Refusal(404, 'Not found')
}

export async function createAnnotation(deps: Deps, caller: Caller, layerId: number, body: AnnotationPost): Promise<unknown> {
  await mustHaveLayer(deps, layerId)
  const span = { start_dttm: storedMoment(body.start_dttm), end_dttm: storedMoment(body.end_dttm) }
  await mustBeRight(deps, layerId, 0, body.short_descr, span)
  const { id } = await deps.db
    .insertInto('annotations')
    .values({
      layer_id: layerId,
      short_descr: body.short_descr,
      long_descr: body.long_descr ?? null,
      json_metadata: body.json_metadata ?? null,
      ...span,
      ...createdNow(deps, caller),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, result: { ...echo(body), layer: layerId } }
}

export async function updateAnnotation(deps: Deps, caller: Caller, layerId: number, id: number, body: AnnotationPut): Promise<unknown> {
  const stored = await deps.db.selectFrom('annotations').selectAll().where('id', '=', id).where('layer_id', '=', layerId).executeTakeFirst()
  if (!stored) throw new Refusal(404, 'Not found')
  const span = {
    start_dttm: body.start_dttm === undefined ? stored.start_dttm : storedMoment(body.start_dttm),
    end_dttm: body.end_dttm === undefined ? stored.end_dttm : storedMoment(body.end_dttm),
  }
  await mustBeRight(deps, layerId, id, body.short_descr ?? stored.short_descr, span)
  await deps.db
    .updateTable('annotations')
    .set({ ...only(body, ['short_descr', 'long_descr', 'json_metadata']), ...span, ...changedNow(deps, caller) })
    .where('id', '=', id)
    .execute()
  return { id, result: { ...echo(body), layer: layerId } }
}

async function mustBeRight(deps: Deps, layerId: number, id: number, name: string, span: { start_dttm: string; end_dttm: string }): Promise<void> {
  const taken = await deps.db
    .selectFrom('annotations')
    .select('id')
    .where('layer_id', '=', layerId)
    .where('short_descr', '=', name)
    .where('id', '<>', id)
    .executeTakeFirst()
  const fields = {
    ...(taken && { short_descr: ['Short description must be unique for this layer'] }),
    ...(span.end_dttm < span.start_dttm && { start_dttm: ['End date must be after start date'] }),
  }
  if (Object.keys(fields).length > 0) throw new Refusal(422, fields)
}

/** Without a zone a moment is UTC. */
const dateOfTyped = (text: string): Date =>
  new Date(/(Z|[+-]\d{2}:?\d{2})$/.test(text) && text.length > 10 ? text : `${text.replace(' ', 'T')}${text.length > 10 ? 'Z' : 'T00:00Z'}`)
const storedMoment = (text: string): string => momentOf(dateOfTyped(text))

/** Moments are echoed the way HTTP writes dates. */
const echo = (body: AnnotationPost | AnnotationPut): Record<string, unknown> => ({
  ...body,
  ...(body.start_dttm === undefined ? {} : { start_dttm: dateOfTyped(body.start_dttm).toUTCString() }),
  ...(body.end_dttm === undefined ? {} : { end_dttm: dateOfTyped(body.end_dttm).toUTCString() }),
})
