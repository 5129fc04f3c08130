import { Resvg } from '@resvg/resvg-js'
import { fontFiles } from './fonts.ts'

/** An SVG as PNG, `scale` pixels per unit. Nothing outside the SVG is read: no system fonts, no linked files. */
export function paint(svg: string, scale: number): Uint8Array {
  const painter = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: scale },
    font: { loadSystemFonts: false, fontFiles: [...fontFiles], defaultFontFamily: 'Inter', sansSerifFamily: 'Inter', monospaceFamily: 'JetBrains Mono' },
  })
  return painter.render().asPng()
}
