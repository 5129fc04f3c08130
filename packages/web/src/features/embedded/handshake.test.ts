import { expect, test } from 'vitest'
import { portIn } from './handshake.ts'
import { readUiConfig } from './ui-config.ts'

const parent = {}
const { port1 } = new MessageChannel()
port1.close()
const good = { source: parent, origin: 'https://a.example', data: { type: '__embedded_comms__', handshake: 'port transfer' }, ports: [port1] }
const domains = ['https://a.example']

test('the page around the frame hands over a port', () => {
  expect(portIn(good, parent, domains)).toBe(port1)
  expect(portIn({ ...good, origin: 'https://b.example' }, parent, [])).toBe(port1)
})

test('T14 nobody else does: another window, another domain, another message', () => {
  const others = [
    { ...good, source: {} },
    { ...good, source: null },
    { ...good, origin: 'https://b.example' },
    { ...good, origin: 'http://a.example' },
    { ...good, origin: 'null' },
    { ...good, data: null },
    { ...good, data: '__embedded_comms__' },
    { ...good, data: { type: '__embedded_comms__' } },
    { ...good, data: { type: 'other', handshake: 'port transfer' } },
    { ...good, ports: [] },
  ]
  for (const heard of others) expect(portIn(heard, parent, domains)).toBeUndefined()
})

test('the address says what the page around the frame wants hidden', () => {
  expect(readUiConfig('')).toEqual({ hidesTitle: false, hidesTabs: false, hidesChartControls: false })
  expect(readUiConfig('?uiConfig=1')).toEqual({ hidesTitle: true, hidesTabs: false, hidesChartControls: false })
  expect(readUiConfig('?show_filters=true&uiConfig=11')).toEqual({ hidesTitle: true, hidesTabs: true, hidesChartControls: true })
  expect(readUiConfig('?uiConfig=58')).toEqual({ hidesTitle: false, hidesTabs: true, hidesChartControls: true })
  expect(readUiConfig('?uiConfig=x')).toEqual({ hidesTitle: false, hidesTabs: false, hidesChartControls: false })
})
