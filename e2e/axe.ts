import { createRequire } from 'node:module'
import type { Frame, Page } from '@playwright/test'

/** Added to a page as an init script before it is opened. */
export const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[]
}

/** What axe has to say about the page as it is now, or about the part of it that a selector names, one line per fault. */
export async function findFaults(page: Page | Frame, within = 'html'): Promise<string[]> {
  const violations = await page.evaluate(async (selector) => {
    // Colours in the middle of a transition are nobody's; what turns for ever is not waited for.
    const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)))
    await Promise.allSettled(ending.map(({ finished }) => finished))
    const { axe } = globalThis as unknown as { axe: { run: (place: string) => Promise<{ violations: Violation[] }> } }
    return (await axe.run(selector)).violations
  }, within)
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target, failureSummary }) => `${id} (${help}) ${target.join(' ')} ${failureSummary ?? ''}`))
}
