export interface UiConfig {
  readonly hidesTitle: boolean
  readonly hidesTabs: boolean
  readonly hidesChartControls: boolean
}

/** `uiConfig` in the address is a sum: 1 no title, 2 no tabs of the whole dashboard, 8 nothing to do with charts but look at them. */
export function readUiConfig(search: string): UiConfig {
  const sum = Number.parseInt(new URLSearchParams(search).get('uiConfig') ?? '', 10) || 0
  const has = (bit: number): boolean => (sum & bit) !== 0
  return { hidesTitle: has(1), hidesTabs: has(2), hidesChartControls: has(8) }
}
