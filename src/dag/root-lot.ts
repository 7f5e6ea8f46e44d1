/** Roots that are walked together where there are very many: reading small DAGs one after the other is slow. */
export const ROOT_BATCH = 256
