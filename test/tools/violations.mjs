// What people who cannot see, or use no mouse, would stumble over, as axe finds it.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What is wrong, as lines: which rule, and where. */
export const violations = async (page) => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const { violations: found } = await page.evaluate(() =>
    window.axe.run(document, {
      // Rules that hold are not listed: that takes half the time.
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }),
  )
  return found.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${impact} ${id} ${target.join(' ')}: ${failureSummary}`),
  )
}
