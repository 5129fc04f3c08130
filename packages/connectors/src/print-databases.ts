import { connectors } from './all.ts'

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n')

/** The part of `docs/databases.md` that follows from the connectors; a test compares it with the page. */
export function printDatabases(): string {
  const kinds = connectors.map(({ name, uriPlaceholder, dialect, lacks }) => {
    const { ctas, costEstimate, fileUpload } = dialect.flags
    const offers = [ctas && 'CTAS', costEstimate && 'cost estimate', fileUpload && 'uploads'].filter(Boolean).join(', ')
    return [name, `\`${uriPlaceholder}\``, String(Object.keys(dialect.grains).length), offers, String(Object.keys(lacks).length)]
  })
  const lacking = connectors.flatMap(({ name, lacks }) => Object.entries(lacks).map(([ability, reason]) => [name, ability, reason]))
  return [
    '## Kinds of databases',
    '',
    table(['Database', 'Address', 'Time grains', 'Offers', 'Lacks'], kinds),
    '',
    '## What each lacks, and why',
    '',
    'The conformance suite runs everything else on every one of them.',
    '',
    table(['Database', 'Lacks', 'Why'], lacking),
    '',
  ].join('\n')
}
