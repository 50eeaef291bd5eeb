//! What people read of an answer, in Chinese, Russian and English: names of columns and filters, figures and days.
//! Codes and digits as they came stay in JSON.

pub mod column;
pub mod contract;
pub mod figure;
pub mod intent;
