// Draws every chart's example to SVG beside the chart, light and dark, and writes docs/gallery/index.html that shows them all.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))
// Inside the package, so that the bundle finds its dependencies.
mkdirSync(join(root, 'packages/server/dist'), { recursive: true })
const folder = mkdtempSync(join(root, 'packages/server/dist/gallery-'))
try {
  const input = { gallery: join(root, 'packages/server/src/draw/gallery.ts'), charts: join(root, 'packages/charts/src/index.ts') }
  const bundle = await rolldown({ input, cwd: root, platform: 'node', external: (id) => !/^[./]|^[A-Z]:|^@sightline\//.test(id), logLevel: 'warn' })
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].js' })
  await bundle.close()
  const { drawExample, folderOf } = await import(pathToFileURL(join(folder, 'gallery.js')).href)
  const { charts } = await import(pathToFileURL(join(folder, 'charts.js')).href)
  for (const chart of charts) {
    for (const theme of ['light', 'dark'])
      writeFileSync(join(root, 'packages/charts/src', folderOf(chart.id), `example.${theme}.svg`), drawExample(chart, theme))
  }
  const escape = (text) => text.replace(/[&<>"]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[mark])
  const figure = (chart, theme) =>
    `<img src="../../packages/charts/src/${folderOf(chart.id)}/example.${theme}.svg" alt="${escape(chart.name)}, ${theme}" width="480">`
  const section = (chart) =>
    `<section><h2>${escape(chart.name)} <code>${chart.id}</code></h2><p>${escape(chart.description)}</p><div>${figure(chart, 'light')}${figure(chart, 'dark')}</div></section>`
  const style =
    'body{font:14px/20px Inter,system-ui,sans-serif;max-width:1000px;margin:32px auto;color:#1C1C1A;background:#F7F7F5}div{display:flex;gap:12px;flex-wrap:wrap}img{border:1px solid #E5E4DF;border-radius:6px}code{font-weight:400;color:#6A6963}'
  mkdirSync(join(root, 'docs/gallery'), { recursive: true })
  writeFileSync(
    join(root, 'docs/gallery/index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Chart gallery</title><style>${style}</style><h1>Chart gallery</h1>${charts.map(section).join('\n')}</html>\n`,
  )
  console.log(`${charts.length} charts drawn; see docs/gallery/index.html`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
