import { tCount } from '../../words/words.ts'
import { countObjects, listEntries } from './list-bundle.ts'

/** `1 dashboard, 3 charts, 2 datasets`: what a bundle says it holds; undefined where that cannot be read. */
export const sayContent = async (file: Blob): Promise<string | undefined> => {
  const names = await listEntries(file)
  if (names === undefined) return undefined
  const parts = countObjects(names).map(([folder, count]) => tCount(`import.${folder}`, count))
  return parts.length === 0 ? undefined : parts.join(', ')
}
