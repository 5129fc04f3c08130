/** Colours a picture is drawn with. Values come from the one tokens file; light and dark are equals. */
export interface Palette {
  readonly theme: 'light' | 'dark'
  readonly surface: string
  readonly ink: string
  readonly inkMuted: string
  readonly axis: string
  readonly grid: string
  readonly compare: string
  readonly accent: string
  readonly positive: string
  readonly negative: string
  readonly categorical: readonly string[]
  readonly sequential: readonly string[]
  readonly diverging: readonly string[]
  readonly fontFamily: string
  readonly monoFamily: string
}

export interface ColorScheme {
  readonly id: string
  readonly label: string
  readonly kind: 'categorical' | 'sequential' | 'diverging'
  readonly light: readonly string[]
  readonly dark: readonly string[]
}

/** The order is the order of assignment, chosen so that neighbours stay apart for colour-blind readers too. */
export const harbour: ColorScheme = {
  id: 'harbour',
  label: 'Harbour',
  kind: 'categorical',
  light: ['#4D5EE6', '#E17700', '#028E7E', '#C4335A', '#5C1E7C', '#339BDE', '#616200', '#662F2B', '#CB7BA1', '#54607B'],
  dark: ['#7A8BF2', '#F7B04F', '#55D6BE', '#D9707A', '#8459A0', '#A9D2FC', '#94841F', '#95584F', '#C48EB4', '#73777F'],
}

export const tide: ColorScheme = {
  id: 'tide',
  label: 'Tide',
  kind: 'sequential',
  light: ['#E9EEFD', '#CBD7FA', '#A6B9F5', '#7F98EE', '#5A76E0', '#3D57C4', '#283B96'],
  dark: ['#1F2740', '#2A3A6E', '#38509F', '#4B69CB', '#6E8BEB', '#9AB1F8', '#CFDAFF'],
}

export const leaf: ColorScheme = {
  id: 'leaf',
  label: 'Leaf',
  kind: 'sequential',
  light: ['#E4F3EC', '#BFE2D2', '#93CCB4', '#63B194', '#3A9376', '#1F735A', '#0E5240'],
  dark: ['#16291F', '#1C4030', '#235D47', '#2F7F62', '#4AA383', '#7CC7AA', '#BCE8D6'],
}

/** Negative to positive; the fourth is the middle. */
export const kilnAndTide: ColorScheme = {
  id: 'kiln_and_tide',
  label: 'Kiln and tide',
  kind: 'diverging',
  light: ['#9C3F12', '#D2763F', '#F0BF9B', '#EFEFEC', '#B3C3F5', '#6C86E4', '#3149B3'],
  dark: ['#F2A273', '#CC6B33', '#7A4223', '#333331', '#2F4282', '#5674DB', '#A2B8FB'],
}

export const colorSchemes: readonly ColorScheme[] = [harbour, tide, leaf, kilnAndTide]

/** Ids that charts made elsewhere carry, and what we draw them with. Any other unknown id means the default of its kind. */
const otherNames: Readonly<Record<string, ColorScheme>> = {
  supersetColors: harbour,
  SUPERSET_DEFAULT: harbour,
  superset_seq_1: tide,
  superset_seq_2: leaf,
  superset_div_1: kilnAndTide,
  superset_div_2: kilnAndTide,
  greens: leaf,
}

/** Whether a form names a scheme that we draw in; another one is drawn in the default of its kind. */
export const isKnownScheme = (id: unknown): boolean =>
  typeof id === 'string' && (colorSchemes.some((scheme) => scheme.id === id) || Object.hasOwn(otherNames, id))

/** The scheme a form names, or the default of the kind. */
export function schemeOf(id: unknown, kind: ColorScheme['kind'] = 'categorical'): ColorScheme {
  const known = typeof id === 'string' ? (colorSchemes.find((scheme) => scheme.id === id) ?? otherNames[id]) : undefined
  if (known?.kind === kind) return known
  return kind === 'categorical' ? harbour : kind === 'sequential' ? tide : kilnAndTide
}

/** Without quotes, which CSS does not need here and which ECharts would write into attributes as they are. */
const fonts = {
  fontFamily: 'Inter Variable, Inter, system-ui, sans-serif',
  monoFamily: 'JetBrains Mono Variable, JetBrains Mono, ui-monospace, monospace',
}

export const lightPalette: Palette = {
  theme: 'light',
  surface: '#FFFFFF',
  ink: '#1C1C1A',
  inkMuted: '#52514C',
  axis: '#6A6963',
  grid: '#ECEBE7',
  compare: '#8C8B84',
  accent: '#2A57CC',
  positive: '#17743F',
  negative: '#BE2F28',
  categorical: harbour.light,
  sequential: tide.light,
  diverging: kilnAndTide.light,
  ...fonts,
}

export const darkPalette: Palette = {
  theme: 'dark',
  surface: '#1A1A19',
  ink: '#ECEBE7',
  inkMuted: '#B6B5AE',
  axis: '#9A9992',
  grid: '#292927',
  compare: '#85847D',
  accent: '#8FB0FF',
  positive: '#5CC98A',
  negative: '#FF8A80',
  categorical: harbour.dark,
  sequential: tide.dark,
  diverging: kilnAndTide.dark,
  ...fonts,
}

/**
 * A colour for every label: forced ones first (`label_colors` of a dashboard), the rest in the order given. Callers hand the labels in an
 * order that does not depend on the values, so that a name keeps its colour when the ranking changes.
 */
export function assignColors(labels: readonly string[], scheme: readonly string[], forced: Readonly<Record<string, string>> = {}): ReadonlyMap<string, string> {
  const colors = new Map<string, string>()
  const free = scheme.filter((color) => !Object.values(forced).includes(color))
  const usable = free.length > 0 ? free : scheme
  let next = 0
  for (const label of labels) {
    if (colors.has(label)) continue
    const color = Object.hasOwn(forced, label) ? forced[label] : undefined
    colors.set(label, color ?? usable[next++ % usable.length] ?? '#888888')
  }
  return colors
}

/** Whether black or white text is read better on a colour given as `#rrggbb`. */
export function contrastInk(color: string): '#000000' | '#FFFFFF' {
  const value = Number.parseInt(color.slice(1, 7), 16)
  const brightness = 0.299 * ((value >> 16) & 255) + 0.587 * ((value >> 8) & 255) + 0.114 * (value & 255)
  return brightness > 150 ? '#000000' : '#FFFFFF'
}
