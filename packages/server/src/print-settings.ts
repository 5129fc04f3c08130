import { featureFlags } from '@sightline/contract'
import { settings, type Setting } from './settings.ts'

const standardOf = (setting: Setting): string => {
  if (setting.type === 'list') return setting.standard.length === 0 ? 'none' : `\`${setting.standard.join(',')}\``
  if (setting.type === 'json') return 'empty'
  return setting.standard === '' ? 'empty' : `\`${String(setting.standard)}\``
}

const kinds = { text: 'text', number: 'whole number', flag: '`true` or `false`', list: 'list, separated by commas', json: 'JSON object' } as const

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n')

/** The settings part of `docs/operations.md`; a test compares it with the page. */
export function printSettings(): string {
  const rows = (Object.values(settings) as Setting[]).map((setting) => [`\`${setting.env}\``, kinds[setting.type], standardOf(setting), setting.text])
  const flags = Object.entries(featureFlags).map(([name, { on, text }]) => [`\`${name}\``, on ? 'on' : 'off', text])
  return [
    '## Settings',
    '',
    'Each is an environment variable, or a key of the JSON object in the file that `SIGHTLINE_CONFIG` names (the environment wins).',
    '',
    table(['Setting', 'Kind', 'Default', 'Meaning'], rows),
    '',
    '## Features',
    '',
    'Switched with `SIGHTLINE_FEATURE_<NAME>=true` or `false`.',
    '',
    table(['Feature', 'Default', 'Meaning'], flags),
    '',
  ].join('\n')
}
