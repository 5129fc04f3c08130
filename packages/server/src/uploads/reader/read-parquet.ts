import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import type { UploadColumnType, UploadOptions } from '@sightline/contract'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadColumn, ReadOrder } from './protocol.ts'
import { ReadProblem } from './read-problem.ts'
import { nameColumns } from './read-table.ts'
import { openArchive } from './zip-archive.ts'

const mostFiles = 1000

/** Parquet files, those inside archives unpacked beside them. */
export async function findParquetFiles(order: ReadOrder): Promise<readonly string[]> {
  const found: string[] = []
  for (const file of order.files) {
    const mark = await firstBytes(file)
    if (mark === 'PAR1') found.push(file)
    else if (mark.startsWith('PK')) found.push(...(await unpack(file, order, found.length)))
    else throw new ReadProblem('The file is neither Parquet nor a ZIP archive of Parquet files.')
  }
  if (found.length === 0) throw new ReadProblem('The archive holds no Parquet files.')
  return found
}

async function unpack(path: string, { folder, mostBytes }: ReadOrder, before: number): Promise<string[]> {
  const archive = await openArchive(path, mostBytes)
  const entries = archive.entries.filter(({ name }) => /\.parquet$/i.test(name) && !/(^|\/)\.[^/]*$/.test(name))
  if (entries.length > mostFiles) throw new ReadProblem('The archive has too many files.')
  const files: string[] = []
  for (const [index, entry] of entries.entries()) {
    // The names inside an archive are never used as paths.
    const target = join(folder, `part-${before + index}.parquet`)
    await pipeline(Readable.from(archive.read(entry)), createWriteStream(target, { mode: 0o600 }))
    if ((await firstBytes(target)) !== 'PAR1') throw new ReadProblem('The archive holds a file that is named Parquet and is not.')
    files.push(target)
  }
  return files
}

async function firstBytes(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const bytes = Buffer.alloc(4)
    await file.read(bytes, 0, 4, 0)
    return bytes.toString('latin1')
  } finally {
    await file.close()
  }
}

interface ParquetTable {
  readonly columns: readonly ReadColumn[]
  readonly totalRows: number
  read(mostRows: number): AsyncGenerator<{ length: number; cells: unknown[][] }>
}

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** An engine in memory that can open exactly these files and nothing else, and cannot be talked out of it. */
export async function openEngine(files: readonly string[]): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: '512MB',
    threads: '1',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  })
  const connection = await instance.connect()
  await connection.run(`SET allowed_paths = [${files.map(text).join(', ')}]`)
  await connection.run('SET enable_external_access = false')
  await connection.run('SET lock_configuration = true')
  return connection
}

export async function openParquet(files: readonly string[], options: UploadOptions): Promise<ParquetTable> {
  const connection = await openEngine(files)
  const source = `read_parquet([${files.map(text).join(', ')}], union_by_name = true)`
  const described = await (await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${source}`)).getRows()
  const names = described.map(([name]) => String(name))
  const shown = nameColumns(names)
  const chosen = options.columns_read && options.columns_read.length > 0 ? options.columns_read : null
  const stranger = chosen?.find((name) => !shown.includes(name))
  if (stranger !== undefined) throw new ReadProblem(`The file has no column "${stranger.slice(0, 100)}".`)
  const parts = described.flatMap(([name, type], index) => {
    const [word, label] = [String(type), shown[index]!]
    return chosen === null || chosen.includes(label) ? [{ name: label, ...projection(quoted(String(name)), word) }] : []
  })
  const counted = await (await connection.runAndReadAll(`SELECT count(*) FROM ${source}`)).getRows()
  const found = Number(counted[0]?.[0] ?? 0)
  const totalRows = Math.min(found, options.rows_to_read ?? found)
  const index: ReadColumn[] = options.dataframe_index ? [{ name: options.index_label || 'index', type: 'integer' }] : []
  const all = [...index, ...parts.map(({ name, type }): ReadColumn => ({ name, type }))]
  const unique = nameColumns(all.map(({ name }) => name))
  const select = parts.length > 0 ? parts.map(({ sql }) => sql).join(', ') : '1'
  return {
    columns: all.map((column, at) => ({ ...column, name: unique[at]! })),
    totalRows,
    async *read(mostRows) {
      let number = 0
      const result = await connection.stream(`SELECT ${select} FROM ${source} LIMIT ${Math.min(mostRows, totalRows)}`)
      for (;;) {
        const chunk = await result.fetchChunk()
        if (!chunk || chunk.rowCount === 0) return
        const cells: unknown[][] = parts.map(({ type }, at) => {
          const values = chunk.getColumnValues(at) as unknown[]
          return type === 'integer' ? values.map(narrow) : values
        })
        const first = number
        number += chunk.rowCount
        yield { length: chunk.rowCount, cells: index.length > 0 ? [Array.from({ length: chunk.rowCount }, (_, at) => first + at), ...cells] : cells }
      }
    },
  }
}

const narrow = (value: unknown): unknown =>
  typeof value === 'bigint' && value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value

/** A column in one of the forms that cross to the server. */
function projection(name: string, word: string): { readonly type: UploadColumnType; readonly sql: string } {
  if (/^(TINYINT|SMALLINT|INTEGER|BIGINT|UTINYINT|USMALLINT|UINTEGER)$/.test(word)) return { type: 'integer', sql: `${name}::BIGINT` }
  if (/^(UBIGINT|HUGEINT|UHUGEINT|DECIMAL\(.*\))$/.test(word)) return { type: 'decimal', sql: `${name}::VARCHAR` }
  if (/^(FLOAT|DOUBLE)$/.test(word)) return { type: 'double', sql: `CASE WHEN isfinite(${name}) THEN ${name}::DOUBLE END` }
  if (word === 'BOOLEAN') return { type: 'boolean', sql: name }
  if (word === 'DATE') return { type: 'date', sql: `CASE WHEN isfinite(${name}) THEN epoch_us(${name}::TIMESTAMP) / 1000.0 END` }
  if (word.startsWith('TIMESTAMP'))
    return { type: 'timestamp', sql: `CASE WHEN isfinite(${name}) THEN epoch_us(${name}${word.includes('ZONE') ? '' : '::TIMESTAMP'}) / 1000.0 END` }
  const plain = /\[|^(STRUCT|MAP|UNION|LIST)/.test(word) ? `to_json(${name})::VARCHAR` : `${name}::VARCHAR`
  return { type: 'string', sql: `replace(${plain}, chr(0), '')` }
}
