/** The number of topics. Strong ones count more, so that more of them change little. */
export const TOPICS = 32

/** The steps of the loadings: coarse enough for a small file, fine enough for rare features. */
export const STEP = 2 ** -15

/** The nearest loading that can be saved. */
export const rounded = (loading: number): number => Math.round(loading / STEP) * STEP
