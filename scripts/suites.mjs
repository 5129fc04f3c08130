// The suites of the project as data: what `npm run check` and `npm test` run, in this order.

const vitest = (project, ...more) => ['vitest', 'run', '--project', project, ...more]

/**
 * `needs`: services that must be there. `uses`: services whose tests are left out where they are missing, except in CI. `inCi`: services that are used
 * in CI and have a command of their own elsewhere; `onlyInCi`: the whole suite has. `counts`: whose report tells how many tests ran; without it the suite
 * counts as one. `check`: part of `npm run check`, which needs neither databases nor a browser.
 */
export const suites = [
  { name: 'format', check: true, command: ['oxfmt', '--check'] },
  { name: 'lint', check: true, command: ['oxlint', '--deny-warnings'] },
  { name: 'types', check: true, command: ['tsc', '-b'] },
  { name: 'imports', check: true, command: ['node', 'scripts/check-imports.mjs'] },
  { name: 'dead code', check: true, command: ['knip'] },
  { name: 'openapi', check: true, command: ['node', 'scripts/openapi.mjs', '--check'] },
  { name: 'unit', check: true, counts: 'vitest', command: vitest('unit') },
  { name: 'tools', counts: 'vitest', command: vitest('tools') },
  { name: 'connectors', counts: 'vitest', needs: ['postgres'], uses: ['mariadb'], inCi: ['trino'], command: vitest('connectors') },
  { name: 'server on libsql', counts: 'vitest', needs: ['postgres'], uses: ['mariadb', 'redis', 'sshd'], inCi: ['trino'], command: vitest('server') },
  { name: 'server on PostgreSQL', counts: 'vitest', needs: ['postgres'], uses: ['mariadb', 'redis', 'sshd'], store: 'postgres', command: vitest('server') },
  { name: 'clients', counts: 'vitest', needs: ['postgres', 'clients'], onlyInCi: true, command: vitest('clients', '--no-file-parallelism') },
  {
    name: 'browser',
    counts: 'playwright',
    needs: ['postgres', 'chromium'],
    uses: ['mariadb'],
    command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts'],
  },
]
