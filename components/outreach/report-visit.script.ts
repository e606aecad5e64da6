import { reportVisit } from './report-visit';

reportVisit();
