import en from './en.json' with { type: 'json' }

/** All that is said, in one language. Another one is another file of the same shape. */
export const words = en
