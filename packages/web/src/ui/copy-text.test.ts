import { afterEach, expect, test, vi } from 'vitest'
import { t } from '../words/words.ts'
import { copyText } from './copy-text.ts'
import { useToasts } from './toasts.ts'

const clipboard: string[] = []
const withClipboard = (writeText: (text: string) => Promise<void>): void => void vi.stubGlobal('navigator', { clipboard: { writeText } })
const said = () => useToasts.getState().toasts.map(({ tone, text }) => [tone, text])

afterEach(() => {
  vi.unstubAllGlobals()
  useToasts.setState({ toasts: [] })
  clipboard.length = 0
})

test('EXP-8.26 EXP-8.28 copying puts the text on the clipboard and says so', async () => {
  withClipboard(async (text) => void clipboard.push(text))
  await copyText('SELECT 1')
  await copyText('http://127.0.0.1/sqllab/?savedQueryId=9', t('savedQueries.linkCopied'))
  expect(clipboard).toEqual(['SELECT 1', 'http://127.0.0.1/sqllab/?savedQueryId=9'])
  expect(said()).toEqual([
    ['success', 'Copied to clipboard!'],
    ['success', 'Link Copied!'],
  ])
})

test('EXP-8.25 a browser that cannot copy says so', async () => {
  withClipboard(() => Promise.reject(new Error('not allowed')))
  await copyText('SELECT 1')
  expect(said()).toEqual([['danger', 'Sorry, your browser does not support copying.']])
})
