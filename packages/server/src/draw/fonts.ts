import { dirname, join } from 'node:path'
import { programPath } from '../programs.ts'

const folder = join(dirname(programPath('draw-worker')), '..', 'fonts')

/** The only fonts drawn with: a picture looks the same on every machine, also on one without any font. */
export const fontFiles: readonly string[] = [
  'Inter-Regular.ttf',
  'Inter-Medium.ttf',
  'Inter-SemiBold.ttf',
  'JetBrainsMono-Regular.ttf',
  'JetBrainsMono-Medium.ttf',
  'JetBrainsMono-SemiBold.ttf',
].map((name) => join(folder, name))
