import type { Deps } from '../deps.ts'
import { createDrawer, type Drawer } from './drawer.ts'
import { createPictureCache, nameOfDrawing, type PictureCache } from './picture-cache.ts'
import { type DrawRequest, plainFrame } from './request.ts'

interface Studio {
  readonly drawer: Drawer
  readonly pictures: PictureCache
}

const cacheBytes = 48 * 2 ** 20
const studios = new WeakMap<object, Studio>()

/** One drawer and one cache per running server, made when the first picture is asked for. */
export function studioOf(deps: Pick<Deps, 'db'>): Studio {
  const known = studios.get(deps.db)
  if (known) return known
  const made = { drawer: createDrawer(), pictures: createPictureCache(cacheBytes) }
  studios.set(deps.db, made)
  return made
}

/** More than this waiting means that a picture later is better than a queue now. */
export const isBusy = ({ drawer }: Studio): boolean => drawer.waiting >= 40

/** The picture, from the cache if the same was drawn before. */
export async function drawOnce({ drawer, pictures }: Studio, request: Omit<DrawRequest, 'as'>): Promise<Uint8Array> {
  const plain = { ...request, charts: request.charts.map((chart) => ({ ...chart, frames: chart.frames.map(plainFrame) })) }
  const name = nameOfDrawing(plain)
  const known = pictures.get(name)
  if (known) return known
  const png = await drawer.drawPng(plain)
  pictures.set(name, png)
  return png
}
