// A bundle of one chart per recorded variant with its datasets, on a dashboard of tabs: into the store in one go, out again, and once more over what is there.
import { makeVariantsBundle } from '../scripts/make-variants-bundle.mjs'
import { watchStalls } from './program.mjs'

/** The median of a few, so that one slow moment of the machine is not the result. */
const times = 5

export async function measureImport(program, { headers, call }, stallFile) {
  const { bytes, recorded } = makeVariantsBundle()
  const { 'content-type': _json, ...form } = headers
  const send = async (overwrite) => {
    const body = new FormData()
    body.append('formData', new Blob([bytes], { type: 'application/zip' }), 'variants.zip')
    if (overwrite) body.append('overwrite', 'true')
    const begun = performance.now()
    const reply = await fetch(`${program.base}/api/v1/dashboard/import/`, { method: 'POST', headers: form, body })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`the bundle was answered with ${reply.status}: ${text.slice(0, 300)}`)
    return performance.now() - begun
  }
  const take = async (path) => {
    const begun = performance.now()
    const reply = await fetch(program.base + path, { headers: form })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
    await reply.arrayBuffer()
    return performance.now() - begun
  }
  const idsOf = async (resource, columns, filter = '') => {
    const { result } = await call('GET', `/api/v1/${resource}/?q=(page_size:1000,columns:!(${columns})${filter})`)
    return result.map(({ id }) => id)
  }
  const clear = async (board) => {
    const charts = (await call('GET', `/api/v1/dashboard/${board}/charts`)).result.map(({ id }) => id)
    await call('DELETE', `/api/v1/dashboard/${board}`)
    for (let start = 0; start < charts.length; start += 50) await call('DELETE', `/api/v1/chart/?q=!(${charts.slice(start, start + 50).join(',')})`)
    const [database] = await idsOf('database', 'id', ',filters:!((col:database_name,opr:eq,value:variants))')
    const sets = await idsOf('dataset', 'id', `,filters:!((col:database,opr:rel_o_m,value:${database}))`)
    await call('DELETE', `/api/v1/dataset/?q=!(${sets.join(',')})`)
    await call('DELETE', `/api/v1/database/${database}`)
  }

  const taken = { fresh: [], over: [], out: [] }
  const stalls = await watchStalls(program.pid, stallFile)
  try {
    await stalls.reset()
    for (let time = 0; time < times; time++) {
      taken.fresh.push(await send(false))
      const [board] = await idsOf('dashboard', 'id', ',filters:!((col:slug,opr:eq,value:variants))')
      taken.over.push(await send(true))
      taken.out.push(await take(`/api/v1/dashboard/export/?q=!(${board})`))
      if (time < times - 1) await clear(board)
    }
    const [fresh, over, out] = [taken.fresh, taken.over, taken.out].map((list) => list.toSorted((a, b) => a - b)[Math.floor(times / 2)])
    const what = `a bundle of ${recorded.charts} charts of ${recorded.types} types, their datasets and a dashboard of tabs (${Math.round(bytes.length / 1024)} KB of YAML)`
    return [
      { what: `${what}: imported, median of ${times}`, value: `${(fresh / 1000).toFixed(2)} s`, goal: '≤ 5 s', met: fresh <= 5000 },
      { what: 'the same over what is there', value: `${(over / 1000).toFixed(2)} s` },
      { what: 'the same exported', value: `${(out / 1000).toFixed(2)} s` },
      await stalls.row('while bundles come and go'),
    ]
  } finally {
    stalls.stop()
  }
}
