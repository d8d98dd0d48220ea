export { askedFigures, learningFigures, ratioFigures, timeFigures, timeItemsFigures } from './curves.js'
export { rankFigures } from './ranks.js'
export { sensitivityFigures } from './sensitivity.js'
