export * from './checks.js'
export * from './course-checks.js'
export * from './time-checks.js'
export { both, type Check, type Claim, judged, untestable } from './verdict.js'
