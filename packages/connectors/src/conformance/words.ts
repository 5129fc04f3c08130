import type { ColumnWord, Place } from './place.ts'

/** CREATE TABLE of standard SQL from a database's words for types. */
export const tableOf =
  (words: Readonly<Record<ColumnWord, string>>, end = ''): Place['table'] =>
  (table, columns, primaryKey) =>
    `CREATE TABLE ${table} (${columns.map(([name, word]) => `${name} ${words[word]}`).join(', ')}${primaryKey ? `, PRIMARY KEY (${primaryKey})` : ''})${end}`

export const standardWords: Readonly<Record<ColumnWord, string>> = { integer: 'INTEGER', text: 'VARCHAR(20)', timestamp: 'TIMESTAMP', decimal: 'DECIMAL(10,2)' }

export const standardForeignKey: NonNullable<Place['foreignKey']> = (parent, child) => [
  `CREATE TABLE ${parent} (id INTEGER PRIMARY KEY)`,
  `CREATE TABLE ${child} (id INTEGER, parent_id INTEGER, FOREIGN KEY (parent_id) REFERENCES ${parent} (id))`,
]

export const standardWrites: readonly string[] = [
  'INSERT INTO guarded VALUES (1)',
  'UPDATE guarded SET a = 2',
  'DELETE FROM guarded',
  'CREATE TABLE another (a INTEGER)',
  'CREATE VIEW another AS SELECT 1 AS a',
  'ALTER TABLE guarded ADD COLUMN b INTEGER',
  'DROP TABLE guarded',
]
