/**
 * The sums of orders, as SQL for the amount of one row: ordered, and captured towards it. They are two sums and never
 * one, since most orders may never be paid.
 */
export const ORDER_SUMS = { ordered: 'amount', paid: 'amount_paid' } as const
