/** A separate entry point, because the plotting library is slow to load. */
export { reportHtml } from './report/html.js'
export { figureSvg } from './report/svg.js'
