import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['packages/*/src/**/*.test.ts', 'packages/*/src/**/*.test.tsx'], testTimeout: 30_000, hookTimeout: 60_000 },
})
