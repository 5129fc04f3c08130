import type { Db } from '../db/store.ts'
import { momentOf } from '../moment.ts'

/** The processes that run queries, as the metadata store knows them. */
export interface Runners {
  register(): Promise<void>
  /** One sign of life; false if the others took this process for ended meanwhile. */
  beat(): Promise<boolean>
  /** Removes those that gave none for too long, judged by this process' own clock: clocks of machines differ. */
  removeSilent(): Promise<void>
  /** Places with a server that lives. */
  places(): Promise<ReadonlySet<string>>
  leave(): Promise<void>
}

export function createRunners(
  db: Db,
  me: { readonly id: string; readonly place: string; readonly ownsStore: boolean },
  now: () => Date,
  silenceMs: number,
): Runners {
  const seen = new Map<string, { readonly beats: number; readonly at: number }>()
  const insert = () =>
    db
      .insertInto('runners')
      .values({ id: me.id, place: me.place, beats: 0, started_on: momentOf(now()) })
      .execute()

  return {
    register: async () => {
      // Only one server at a time has this folder (and an embedded store): an older one of the same is no more.
      const older = db.deleteFrom('runners')
      if (me.ownsStore) await older.execute()
      else if (me.place !== '') await older.where('place', '=', me.place).execute()
      await insert()
    },
    beat: async () => {
      const there = await db
        .updateTable('runners')
        .set((eb) => ({ beats: eb('beats', '+', 1) }))
        .where('id', '=', me.id)
        .returning('id')
        .executeTakeFirst()
      if (there) return true
      await insert()
      return false
    },
    removeSilent: async () => {
      const time = performance.now()
      const rows = await db.selectFrom('runners').select(['id', 'beats']).where('id', '<>', me.id).execute()
      for (const id of seen.keys()) if (!rows.some((row) => row.id === id)) seen.delete(id)
      for (const { id, beats } of rows) {
        const last = seen.get(id)
        if (!last || last.beats !== beats) seen.set(id, { beats, at: time })
        else if (time - last.at > silenceMs) await db.deleteFrom('runners').where('id', '=', id).where('beats', '=', beats).execute()
      }
    },
    places: async () => new Set((await db.selectFrom('runners').select('place').execute()).map(({ place }) => place)),
    leave: async () => {
      await db.deleteFrom('runners').where('id', '=', me.id).execute()
    },
  }
}
