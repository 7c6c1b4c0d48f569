import { z } from 'zod'

/** A truth value as clients send it: true, false, 1, 0, "1", "0", "true", "false". */
export const Truth = z.preprocess(
  (value) => {
    if (value === 1 || value === '1' || value === 'true') return true
    if (value === 0 || value === '0' || value === 'false') return false
    return value
  },
  z.boolean({ error: 'The value must be true or false.' }),
)
