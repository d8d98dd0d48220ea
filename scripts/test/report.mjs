const MAX_SLOW = 10

const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`
const indented = (text) => text.replace(/^/gm, '    ')
const isSkipped = ({ skip }) => skip !== undefined && skip !== false
const count = (items, isCounted) => items.filter(isCounted).length

/** Tests as node counts them: suites only group them, but a suite that is skipped as a whole counts as one skip. */
const testsOf = ({ outcomes }) => outcomes.filter((outcome) => !outcome.suite || isSkipped(outcome))

const cpuText = ({ cpu }) => (cpu > 0 ? `, ${cpu.toFixed(1)} s of CPU` : '')

/** One line per file, then its failures and skips, or all its tests with `all`. */
export const fileText = (result, all) => {
  const { file, outcomes, notes, output, milliseconds } = result
  const failures = outcomes.filter(({ passed, todo, error }) => !passed && !todo && error !== undefined)
  const lines = [
    `${failures.length > 0 ? '✖' : '✔'} ${file} (${testsOf(result).length} tests, ${seconds(milliseconds)}${cpuText(result)})`,
  ]
  for (const outcome of outcomes) {
    const name = outcome.path.join(' › ')
    if (isSkipped(outcome)) lines.push(`  ﹣ ${name}: skipped, ${outcome.skip}`)
    else if (failures.includes(outcome)) lines.push(`  ✖ ${name}`, indented(outcome.error))
    else if (all)
      lines.push(`  ${outcome.passed ? '✔' : '✖'} ${name} (${outcome.milliseconds.toFixed(1)} ms)`)
  }
  if (all || failures.length > 0) {
    lines.push(...notes.map((note) => `  ℹ ${note}`))
    if (output.trim() !== '') lines.push('  Printed by this file:', indented(output.trimEnd()))
  }
  return lines.join('\n')
}

/** Slow files, skips and failures, then the summary in the format of node's test runner. */
export const summaryOf = (results, milliseconds) => {
  const tests = results.flatMap(testsOf)
  const failures = results.flatMap(({ file, outcomes }) =>
    outcomes
      .filter(({ passed, todo, error }) => !passed && !todo && error !== undefined)
      .map(({ path }) => `${file} › ${path.join(' › ')}`),
  )
  const reasons = new Map()
  for (const { skip } of tests.filter(isSkipped)) reasons.set(skip, (reasons.get(skip) ?? 0) + 1)
  const slowest = results.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, MAX_SLOW)
  const skipped = count(tests, isSkipped)
  const todo = count(tests, (test) => test.todo)
  const passed = count(tests, (test) => test.passed && !isSkipped(test) && !test.todo)
  const lines = [
    '',
    `The ${slowest.length} slowest of ${results.length} test files:`,
    ...slowest.map(({ file, milliseconds }) => `${seconds(milliseconds).padStart(8)}  ${file}`),
    ...(skipped > 0 ? ['', 'Skipped:'] : []),
    ...[...reasons].map(([reason, times]) => `${String(times).padStart(6)}  ${reason}`),
    ...(failures.length > 0 ? ['', 'Failed:', ...failures.map((name) => `  ✖ ${name}`)] : []),
    '',
    `# tests ${tests.length}`,
    `# suites ${count(
      results.flatMap(({ outcomes }) => outcomes),
      ({ suite }) => suite,
    )}`,
    `# pass ${passed}`,
    `# fail ${failures.length}`,
    '# cancelled 0',
    `# skipped ${skipped}`,
    `# todo ${todo}`,
    `# duration_ms ${Math.round(milliseconds)}`,
    '',
    `${passed} passed, ${failures.length} failed, ${skipped} skipped in ${seconds(milliseconds)}.`,
  ]
  return { text: lines.join('\n'), isGreen: failures.length === 0 }
}
