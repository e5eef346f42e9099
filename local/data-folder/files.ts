/** The engine's file within a data folder. */
export const TABLES_FILE = 'tables.db';

/** The analyst's files within a data folder. */
export const ANALYTICS_FOLDER = 'analytics';
