import en from './en.json' with { type: 'json' }

/** All texts in English. A translation is a file of the same shape. */
export const words = en
