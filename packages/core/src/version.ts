/** The version of this software, written into the files it makes. */
export const VERSION = '0.1.0'
