/** Pages and pictures, apart from the rest: the drawing library takes a while to load. */
export { reportHtml } from './report/html.js'
export { figureSvg } from './report/svg.js'
