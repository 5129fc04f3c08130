import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { Avatars } from './Avatar.tsx'
import { ErrorBox } from './ErrorBox.tsx'
import type { ListDescription } from './list/list-description.ts'
import { ListTable } from './list/ListTable.tsx'
import { Pager } from './list/Pager.tsx'
import { Markdown } from './Markdown.tsx'
import { WarningMark } from './WarningMark.tsx'

const draw = (view: ReactNode): string => renderToStaticMarkup(<MemoryRouter>{view}</MemoryRouter>)

test('SQL-9.06 EXP-9.21 at most four owners are shown, then how many more', () => {
  const people = ['Ada', 'Ben', 'Cid', 'Dora', 'Eve', 'Finn'].map((first_name, id) => ({ id, first_name, last_name: 'X' }))
  const html = draw(<Avatars people={people} />)
  expect(html.match(/>[A-Z]X</g)).toEqual(['>AX<', '>BX<', '>CX<', '>DX<'])
  expect(html).toContain('+2')
  expect(html).toContain('Owners: Ada X, Ben X, Cid X, Dora X, Eve X, Finn X')
})

test('an error that needs reading offers to see more and to copy it', () => {
  const html = draw(<ErrorBox title="Column does not exist" text="Line 7" details="Issue 1004" />)
  expect(html).toContain('See more')
  expect(html).toContain('Copy message')
  expect(html).not.toContain('Issue 1004')
})

const description: ListDescription<{ readonly id: number; readonly name: string }> = {
  resource: 'chart',
  title: 'Things',
  defaults: { sortColumn: 'name', sortOrder: 'asc', viewMode: 'table' },
  columns: [{ key: 'name', label: 'Name', sortBy: 'name', width: 'auto', render: (row) => row.name }],
  filters: [],
  name: (row) => row.name,
  to: (row) => `/thing/${row.id}`,
  empty: { title: '', text: '' },
}
const state = { filters: {}, page: 0, ...description.defaults }
const tools = { selected: new Set([2]), starred: new Set([1]), onSelect: () => undefined, mayEdit: () => true, menuOf: () => [] }

test('EXP-9.15 twelve placeholder rows stand in while a list loads', () => {
  expect(
    draw(<ListTable description={description} rows={undefined} state={state} onSort={() => undefined} tools={tools} isStale={false} />).split('<tr>').length -
      2,
  ).toBe(12)
})

test('rows link to their thing and say whether they are selected, sorted and starred', () => {
  const rows = [
    { id: 1, name: 'One' },
    { id: 2, name: '<b>Two</b>' },
  ]
  const html = draw(<ListTable description={description} rows={rows} state={state} onSort={() => undefined} tools={tools} isStale={false} />)
  expect(html).toContain('href="/thing/1"')
  expect(html).toContain('&lt;b&gt;Two')
  expect(html.match(/aria-selected="true"/g)).toHaveLength(1)
  expect(html).toContain('aria-sort="ascending"')
  expect(html.match(/aria-label="Favourites"/g)).toHaveLength(1)
})

test('EXP-9.15 the pager says which rows of how many are shown', () => {
  expect(draw(<Pager page={0} count={312} shown={25} onChange={() => undefined} />)).toContain('Showing 1–25 of 312')
  expect(draw(<Pager page={12} count={312} shown={12} onChange={() => undefined} />)).toContain('Showing 301–312 of 312')
})

test('T20 a warning is shown with its Markdown, and brings no markup of its own', () => {
  const hostile = '**Late** <img src=x onerror=alert(1)> [more](https://example.test) [bad](javascript:alert)'
  const html = draw(<Markdown text={hostile} />)
  expect(html).toContain('<strong>Late</strong> &lt;img src=x onerror=alert(1)&gt; <a href="https://example.test" rel="noopener noreferrer">more</a> bad')
  // Its name, which is read aloud, has the words alone.
  expect(draw(<WarningMark text="**Late** rows" />)).toContain('aria-label="Late rows"')
})
