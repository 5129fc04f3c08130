import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { describeDetails, normaliseError } from '../api/normalise-error.ts'
import { PageError } from './PageError.tsx'

test('EXP-8.28 SQL-8.13 a crash while drawing shows "Unexpected error", what it was, and its stack on demand', () => {
  const crash = new Error('boom in the chart')
  const router = createMemoryRouter([{ id: 'page', path: '/', element: null, errorElement: <PageError /> }], { hydrationData: { errors: { page: crash } } })
  const html = renderToStaticMarkup(<RouterProvider router={router} />)
  expect(html).toContain('Unexpected error')
  expect(html).toContain('boom in the chart')
  expect(html).toContain('See more')
  expect(html).toContain('Reload the page')
  expect(describeDetails(normaliseError(crash))).toContain('page-error.test')
})
