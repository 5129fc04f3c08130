import { defineConfig } from 'vitest/config'

const slow = { testTimeout: 60_000, hookTimeout: 120_000 }

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['packages/{contract,core,charts,web}/src/**/*.test.{ts,tsx}'] } },
      { test: { name: 'tools', include: ['scripts/**/*.test.mjs'], ...slow } },
      { test: { name: 'connectors', include: ['packages/connectors/src/**/*.test.ts'], globalSetup: ['scripts/build-server-once.mjs'], ...slow } },
      { test: { name: 'server', include: ['packages/server/src/**/*.test.ts'], globalSetup: ['scripts/build-server-once.mjs'], ...slow } },
      { test: { name: 'clients', include: ['clients/*.test.ts'], globalSetup: ['scripts/build-server-once.mjs'], testTimeout: 180_000, hookTimeout: 180_000 } },
    ],
  },
})
