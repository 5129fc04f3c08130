// `npm run new chart|database|resource NAME`: the folder and the line of a new thing, ready to be filled.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const camel = (name) => name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase())
const title = (name) => name.replaceAll('-', ' ').replace(/^\w/, (letter) => letter.toUpperCase())

const kinds = {
  chart: (name) => ({
    files: {
      [`packages/charts/src/${name}/${name}.ts`]: `import { frameFromRows } from '@sightline/core'
import { z } from 'zod'
import { defineChart } from '../chart.ts'

const form = z.looseObject({ metric: z.unknown() })

export const ${camel(name)} = defineChart({
  id: '${name.replaceAll('-', '_')}',
  name: '${title(name)}',
  description: '',
  category: 'Other',
  tags: [],
  form,
  sections: [{ label: 'Query', tab: 'data', expanded: true, controls: [{ kind: 'metric', name: 'metric', label: 'Metric', required: true }] }],
  queries: ({ metric }) => [{ columns: [], metrics: [metric] }],
  picture: () => ({ kind: 'empty', title: 'Nothing drawn yet', hint: 'Write picture() in ${name}.ts', summary: '${title(name)}' }),
  example: { form: { metric: 'count' }, frames: [frameFromRows([{ name: 'count', kind: 'numeric', type: 'BIGINT' }], [[1]])] },
})
`,
    },
    list: { file: 'packages/charts/src/all.ts', import: `import { ${camel(name)} } from './${name}/${name}.ts'`, entry: camel(name) },
  }),
  database: (name) => ({
    files: {
      [`packages/connectors/src/${name}/${name}.ts`]: `import { fail, ok } from '@sightline/core'
import { z } from 'zod'
import { defineConnector } from '../connector.ts'
import { dialect } from './dialect.ts'

const config = z.object({ host: z.string().meta({ title: 'Host' }), port: z.number().int().meta({ title: 'Port' }), database: z.string().meta({ title: 'Database name' }) })

export const ${camel(name)} = defineConnector({
  id: '${name}',
  name: '${title(name)}',
  aliases: [],
  uriPlaceholder: '${name}://user:password@host:port/dbname',
  config,
  fromUri: (uri) => {
    const read = config.safeParse({ host: uri.hostname, port: Number(uri.port), database: uri.pathname.slice(1) })
    return read.success ? ok(read.data) : fail({ code: 'CONNECTION_MISSING_PARAMETERS_ERROR', message: 'The address needs a host, a port and a database.' })
  },
  toUri: ({ host, port, database }) => \`${name}://\${host}:\${port}/\${database}\`,
  dialect,
  lacks: {},
  open: async (settings, surroundings) => (await import('./driver.ts')).open(settings, surroundings),
})
`,
      [`packages/connectors/src/${name}/dialect.ts`]: `import type { Dialect } from '@sightline/core'

export const dialect: Dialect = {
  id: '${name}',
  quote: ['"', '"'],
  placeholder: () => '?',
  grains: {},
  timeLiteral: (_type, moment) => \`'\${moment.toISOString().replace('T', ' ').replace('Z', '')}'\`,
  hasIlike: false,
  maxIdentifierLength: 63,
  keywords: [],
  functions: [],
  flags: { schemas: true, ctas: false, cancel: false, costEstimate: false, fileUpload: false },
}
`,
    },
    list: { file: 'packages/connectors/src/all.ts', import: `import { ${camel(name)} } from './${name}/${name}.ts'`, entry: camel(name) },
    next: `write packages/connectors/src/${name}/driver.ts: the conformance suite says what it must do; it joins by conformance/${name}.place.ts and a line in places.ts`,
  }),
  resource: (name) => ({
    files: {
      [`packages/contract/src/resources/${name}.ts`]: `import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const ${camel(name)}Endpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/${name.replaceAll('-', '_')}/',
    tag: '${title(name)}',
    summary: 'List',
    access: { permission: 'can_read', view: '${title(name)}' },
    reply: z.object({ count: z.number(), result: z.array(z.unknown()) }),
  }),
}
`,
      [`packages/server/src/resources/${name}/routes.ts`]: `import { ${camel(name)}Endpoints } from '@sightline/contract'
import { route, type Route } from '../../http/route.ts'

export const ${camel(name)}Routes: readonly Route[] = [route(${camel(name)}Endpoints.list, async () => ({ count: 0, result: [] }))]
`,
    },
    list: {
      file: 'packages/server/src/resources/all.ts',
      import: `import { ${camel(name)}Routes } from './${name}/routes.ts'`,
      entry: `...${camel(name)}Routes`,
    },
    next: `export it from packages/contract/src/index.ts, add ...Object.values(${camel(name)}Endpoints) to packages/contract/src/all.ts, write a migration`,
  }),
}

const [kind, name] = process.argv.slice(2)
if (!kinds[kind] || !/^[a-z][a-z0-9-]*$/.test(name ?? '')) {
  console.error('usage: npm run new chart|database|resource NAME   (NAME in kebab-case)')
  process.exit(2)
}
const { files, list, next } = kinds[kind](name)
for (const [file, text] of Object.entries(files)) {
  const path = join(root, file)
  if (existsSync(path)) {
    console.error(`${file} exists already`)
    process.exit(1)
  }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  console.log(`made ${file}`)
}
const registry = join(root, list.file)
const text = readFileSync(registry, 'utf8')
const lastImport = text.lastIndexOf('\nimport ')
const lineEnd = text.indexOf('\n', lastImport + 1)
const withImport = `${text.slice(0, lineEnd + 1)}${list.import}\n${text.slice(lineEnd + 1)}`
writeFileSync(registry, withImport.replace(/,?\s*\](?![\s\S]*\])/, `, ${list.entry}]`))
console.log(`added a line to ${list.file}`)
if (next) console.log(`next: ${next}`)
