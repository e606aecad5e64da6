/** The real module, but `getDatabase`, which `connectDatabase` of database-answers.ts sets. */
module.exports = {
  ...jest.requireActual<object>('@/lib/server/database/supabase'),
  getDatabase: jest.fn(),
};
