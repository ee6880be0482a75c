/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Decides outside of a cluster which of its members go on: the view in force is a word that a store keeps, such as a
 * database, and that is changed by compare-and-set.
 */
package org.isotach.aeron.views;
