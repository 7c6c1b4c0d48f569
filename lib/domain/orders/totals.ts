/**
 * The sums of orders, as SQL for the amount of one row: ordered, and captured towards them. They stay two sums, since
 * most orders may never be paid.
 */
export const ORDER_SUMS = { ordered: 'amount', paid: 'amount_paid' } as const
