/**
 * What orders add up to, as SQL for the amount of one row: what was asked for, and what was captured towards it. They
 * are two sums and never one, since most of what is asked for may never be paid.
 */
export const ORDER_SUMS = { ordered: 'amount', paid: 'amount_paid' } as const
