// From a clone to the first page, later starts, idle memory, size of what is installed.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childrenOf, residentMb, root, startProgram } from './program.mjs'

export async function measureStart() {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-clone-'))
  const clone = join(folder, 'sightline')
  const data = join(folder, 'data')
  const command = ['npm', 'start']
  const begun = performance.now()
  execFileSync('git', ['clone', '-q', root, clone])
  const first = await startProgram({ data, folder: clone, command })
  await fetch(`${first.base}/login/`).then((reply) => reply.text())
  const cloneToPage = (performance.now() - begun) / 1000
  await first.stop()

  const later = await startProgram({ data, folder: clone, command })
  await later.stop()

  const direct = await startProgram({ data, folder: clone })
  await new Promise((resolve) => setTimeout(resolve, 5000))
  const idle = residentMb(direct.pid)
  const engine = childrenOf(direct.pid).reduce((sum, pid) => sum + residentMb(pid), 0)
  await direct.stop()
  const installed = Number(
    execFileSync('du', ['-sm', join(clone, 'node_modules')])
      .toString()
      .split('\t')[0],
  )
  rmSync(folder, { recursive: true, force: true })
  return [
    { what: 'clone to first page', value: `${cloneToPage.toFixed(0)} s` },
    { what: 'later start to first answer', value: `${later.seconds.toFixed(1)} s`, goal: '≤ 2 s', met: later.seconds <= 2 },
    { what: 'idle memory, server', value: `${idle.toFixed(0)} MB`, goal: '≤ 150 MB', met: idle <= 150 },
    { what: 'idle memory, engine process', value: engine === 0 ? 'none: it starts with the first query' : `${engine.toFixed(0)} MB` },
    { what: 'installed size (node_modules)', value: `${installed} MB` },
  ]
}
