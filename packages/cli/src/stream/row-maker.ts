import { type ModelConfig, type State, stateIn } from '@askance/core'
import { ItemInput, type VectorizerConfig } from '@askance/data'

export { ItemInput as RowMaker } from '@askance/data'

/** How a model makes its rows; undefined where they are rows already. */
export const vectorizerIn = (input: ModelConfig['input']): VectorizerConfig | undefined =>
  input?.vectorizer as VectorizerConfig | undefined

/** The input that a model was saved with. */
export const makerIn = ({ input }: ModelConfig, extra: State): ItemInput => {
  const maker = new ItemInput(input)
  if (maker.vectorizer) maker.load(stateIn(extra, 'vectorizer'))
  return maker
}
