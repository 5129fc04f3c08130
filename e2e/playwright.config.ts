import { defineConfig } from '@playwright/test'

/** Debian's Chromium; its own sandbox does not work as root. No video: traces tell more. */
export default defineConfig({
  testDir: '.',
  globalSetup: './global-setup.ts',
  outputDir: '../test-results',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  // One more try where a whole machine is shared; the report then calls the journey flaky, which is a fault to be looked into.
  retries: process.env['CI'] ? 2 : 0,
  // Projects are begun in this order: the clone, which installs and builds with all cores, comes after everything else.
  projects: [
    { name: 'journeys', testIgnore: 'clean-clone.spec.ts' },
    { name: 'clone', testMatch: 'clean-clone.spec.ts' },
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
