// The law of the house: which package may import which, one front door each, and rooms that are strangers to each other.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const mayImport = {
  contract: [],
  core: ['contract'],
  connectors: ['contract', 'core'],
  charts: ['contract', 'core'],
  server: ['contract', 'core', 'connectors', 'charts'],
  web: ['contract', 'core', 'charts'],
}
/** Folders whose children may not see each other. */
const sealed = ['packages/charts/src', 'packages/connectors/src', 'packages/web/src/features', 'packages/server/src/resources']
/** Packages that must run anywhere: no I/O. */
const pure = ['contract', 'core', 'charts']

const importPattern =
  /(?:^|[\s;])(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|[\s;(])import\s*\(\s*['"]([^'"]+)['"]\s*\)|(?:^|[\s;])import\s+['"]([^'"]+)['"]/g

const sourcesUnder = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? sourcesUnder(path) : /\.tsx?$/.test(entry.name) ? [path] : []
  })

const roomOf = (path) => {
  const seal = sealed.find((folder) => path.startsWith(`${folder}/`))
  const [room, ...inside] = seal ? path.slice(seal.length + 1).split('/') : []
  return seal && inside.length ? { seal, room } : undefined
}

/** → { files, wrongs } for the tree at `root`. */
export function checkImports(root) {
  const packages = join(root, 'packages')
  const files = existsSync(packages) ? sourcesUnder(packages) : []
  const wrongs = []
  for (const file of files) {
    const at = relative(root, file).split(sep).join('/')
    const owner = at.split('/')[1]
    const isTest = /\.test\.tsx?$/.test(at)
    for (const match of readFileSync(file, 'utf8').matchAll(importPattern)) {
      const target = match[1] ?? match[2] ?? match[3]
      const other = /^@sightline\/([^/]+)(\/.*)?$/.exec(target)
      if (other && !mayImport[owner]?.includes(other[1])) wrongs.push(`${at}: ${owner} may not import ${other[1]}`)
      if (other?.[2]) wrongs.push(`${at}: reaches into ${target}; use the package's front door`)
      if (!isTest && target.startsWith('node:') && pure.includes(owner)) wrongs.push(`${at}: ${owner} does no I/O, but imports ${target}`)
      if (!target.startsWith('.')) continue
      const reached = relative(root, resolve(dirname(file), target))
        .split(sep)
        .join('/')
      if (!reached.startsWith(`packages/${owner}/`)) wrongs.push(`${at}: leaves its package (${target})`)
      const [mine, theirs] = [roomOf(at), roomOf(reached)]
      if (mine && theirs && mine.seal === theirs.seal && mine.room !== theirs.room) wrongs.push(`${at}: ${mine.room} may not know its neighbour ${theirs.room}`)
      if (owner === 'web' && theirs?.seal === 'packages/web/src/features' && !mine && !at.startsWith('packages/web/src/app/'))
        wrongs.push(`${at}: only app/ may import a feature (${target})`)
    }
  }
  return { files: files.length, wrongs }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { files, wrongs } = checkImports(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)))
  if (files === 0) wrongs.push('no source file found: the check looked in the wrong place')
  for (const wrong of wrongs) console.error(wrong)
  if (wrongs.length) process.exit(1)
  console.log(`imports: ${files} files obey`)
}
