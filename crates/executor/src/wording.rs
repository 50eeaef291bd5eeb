//! Texts for readers of an answer in Chinese, Russian and English: names of columns and filters, figures and days. JSON
//! keeps codes and original digits.

pub mod column;
pub mod contract;
pub mod figure;
pub mod intent;
